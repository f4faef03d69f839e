/** Thrown in the picture process alone: this label cannot be drawn, in words, and the next one can. */
export class LabelRefusal extends Error {
  override readonly name = 'LabelRefusal';
}
