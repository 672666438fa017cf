/** A refused element with its number in the answer, counted from 1. */
export interface RefusedElement {
  id: number;
  head: string;
  text: string;
  quote: string;
  reasons: string[];
}
