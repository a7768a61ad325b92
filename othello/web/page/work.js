// The one search that the server does for the page: started, replaced and stopped as the page wants.

import {onPress} from "./dom.js";
import {page, update} from "./page.js";

const PAUSE = 10e3; // milliseconds after an error until the same work is asked for again
const MAX_LOSSES = 3; // connections that end during the same work, of which the last one counts as an error

export class Work {
  current = null;
  lost = null; // the work during which connections have ended, and how many

  constructor() {
    onPress("move-now", () => this.stop()); // the last reply has what the search has found
  }

  // The work that the page wants now; null if it wants none.
  get wanted() {
    const {analysis, course, exercise, opponent, players, review, setup} = page;
    if (setup.isActive || course.isActive) return null;
    const asked = exercise.work();
    if (asked) return asked;
    if (players.isEngineToMove) return exercise.isActive ? null : opponent.work();
    const looked = document.hidden ? null : analysis.work();
    if (players.hasEngine) return looked ?? (review.isCurrent ? null : review.work()); // the review of an earlier game
    return review.work() ?? looked;
  }

  // Whether work has ended with an error and is not asked for again yet.
  hasFailed(key) {
    return this.current?.key === key && this.current.isFailed;
  }

  // Makes the server do this work and no other; null is no work. The same key means the same work.
  //   key: a text; type, fields: the request; take: gets its replies
  want(wanted) {
    if (wanted?.key === this.current?.key) return;
    if (!page.connection.isOpen) {
      this.current = null; // its reply belongs to what the page showed before
      return;
    }
    if (this.current) page.connection.handlers.delete(this.current.id);
    if (!wanted) this.stop();
    this.current = wanted && {key: wanted.key, isDone: false, isFailed: false};
    if (!wanted) return;
    const work = this.current;
    work.id = page.connection.start(wanted.type, wanted.fields, reply => {
      if (this.current === work) this.take(work, wanted, reply);
    });
  }

  take(work, wanted, reply) {
    work.isDone = reply.done !== false && !reply.ply;
    if (reply.isLost) {
      this.lost = {key: work.key, count: this.lost?.key === work.key ? this.lost.count + 1 : 1};
      if (this.lost.count < MAX_LOSSES) {
        this.current = null; // it is asked again with the next connection
        return;
      }
    } else if (work.isDone) this.lost = null;
    work.isFailed = reply.type === "error";
    wanted.take(reply);
    if (!work.isFailed) return;
    update();
    setTimeout(() => {
      if (this.current !== work) return;
      this.current = null;
      update();
    }, PAUSE);
  }

  stop() {
    if (this.current && !this.current.isDone) page.connection.start("stop", {}, () => {});
  }
}
