/** The CSS rules of drawn formulas. */
export const formulaStyle = `
math { direction: ltr; font-family: 'Cambria Math', 'STIX Two Math', 'STIXTwoMath-Regular', 'Noto Sans Math', math; font-style: normal; font-weight: normal; line-height: normal; letter-spacing: normal; text-indent: 0; text-transform: none; }
@supports (not (-moz-appearance: none)) { math:not(.tml-display) { display: inline-flex; flex-wrap: wrap; align-items: baseline; max-width: 100%; } }
math.tml-display { display: block math; width: 100%; }
math * { border-color: currentColor; }
.tml-left { text-align: left; text-align: -webkit-left; }
.tml-right { text-align: right; text-align: -webkit-right; }
menclose { display: inline-block; position: relative; padding: 0.5ex 0; }
.tml-overline { padding: 0.1em 0 0; border-top: 0.065em solid; }
.tml-underline { padding: 0 0 0.1em; border-bottom: 0.065em solid; }
.tml-fbox { padding: 3pt; border: 1px solid; }
.tml-cancel { display: inline-block; position: absolute; inset: 0; background: currentColor; }
.upstrike { clip-path: polygon(0.05em 100%, 0 calc(100% - 0.05em), calc(100% - 0.05em) 0, 100% 0.05em); }
.downstrike { clip-path: polygon(0 0.05em, 0.05em 0, 100% calc(100% - 0.05em), calc(100% - 0.05em) 100%); }
`;
