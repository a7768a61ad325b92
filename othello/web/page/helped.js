// The games in which the person has asked for values, whatever is undone.

const MOST = 100;

export class Helped {
  /** @type {string[]} */
  ids = [];

  has(id) {
    return this.ids.includes(id);
  }
  add(id) {
    if (!this.has(id)) this.ids = [...this.ids, id].slice(-MOST);
  }

  saved() {
    return this.ids;
  }
  restore(saved) {
    this.ids = saved ?? [];
  }
}
