// The one search that the server does for the page: started, replaced and stopped as the page wants.

export class Work {
  constructor(connection) {
    this.connection = connection;
    this.current = null;
  }

  // Makes the server do this work and no other; null is no work. The same key means the same work.
  //   key: a text; type, fields: the request; take: gets its replies
  want(wanted) {
    if (wanted?.key === this.current?.key || !this.connection.isOpen) return;
    if (this.current && !this.current.isDone) {
      this.connection.forget(this.current.id);
      if (!wanted) this.connection.start("stop", {}, () => {});
    }
    this.current = wanted && {key: wanted.key, isDone: false};
    if (!wanted) return;
    const work = this.current;
    work.id = this.connection.start(wanted.type, wanted.fields, reply => {
      if (this.current !== work) return;
      work.isDone = reply.done !== false && !reply.ply;
      if (reply.isLost) this.current = null; // it is asked again with the next connection
      else wanted.take(reply);
    });
  }

  // Ends the search; its last reply has what it has found.
  finish() {
    if (this.current && !this.current.isDone) this.connection.start("stop", {}, () => {});
  }
}
