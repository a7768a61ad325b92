// The graph of a game's values: its cursor follows the move that is shown, and a click chooses a move.

export class GraphCursor {
  // graph: the SVG element; scale: the place of the first position, the width of a move, and that of the graph. Both
  // may change.
  constructor(graph, scale, choose) {
    this.graph = graph;
    this.scale = scale;
    graph.addEventListener("click", event => {
      const {scale} = this;
      const box = graph.getBoundingClientRect();
      const x = ((event.clientX - box.left) * scale.width) / box.width;
      choose(Math.round((x - scale.left) / scale.step));
    });
  }

  show(ply) {
    const line = this.graph.querySelector(".cursor");
    const x = this.scale.left + this.scale.step * ply;
    line.setAttribute("x1", x);
    line.setAttribute("x2", x);
  }
}
