/** A refused element with its number in the answer, starting at 1. */
export interface RefusedElement {
  id: number;
  head: string;
  text: string;
  quote: string;
  reasons: string[];
}
