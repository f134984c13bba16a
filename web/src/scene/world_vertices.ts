import { type BodyView } from './body_view';

/** The vertices of all bodies in their order, as the program counts them. */
export class WorldVertices {
  private readonly first: readonly number[];

  constructor(private readonly bodies: readonly BodyView[]) {
    let sum = 0;
    this.first = bodies.map(({ body }) => {
      const first = sum;
      sum += body.vertices;
      return first;
    });
  }

  firstOf(body: number): number {
    return this.first[body]!;
  }

  /** Returns the body of a vertex, or undefined if there is none. */
  bodyOf(vertex: number): number | undefined {
    const body = this.first.findIndex((first, b) => vertex >= first && vertex < first + this.bodies[b]!.body.vertices);
    return body >= 0 ? body : undefined;
  }

  isShown(vertex: number): boolean {
    const body = this.bodyOf(vertex);
    return body !== undefined && this.bodies[body]!.group.visible;
  }

  /** Returns one coordinate of a vertex on the screen; NaN if there is no such vertex. */
  coordinate(vertex: number, axis: number): number {
    const body = this.bodyOf(vertex);
    return body === undefined ? NaN : this.bodies[body]!.shown[3 * (vertex - this.first[body]!) + axis]!;
  }
}
