/** Words by which a statement says what may be so, or is so at times: it is seldom wrong of other things. */
export const hedged = /\b(?:can|may|might|could|would|sometimes|often|usually|probably|likely|vary|varies)\b/i;
