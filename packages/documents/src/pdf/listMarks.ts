/** The mark of a list without numbers, at the beginning of a line. */
export const bulletMark = /^(?:[•‣◦▪▫■□●○∙·➢➤►▶▸❖✓✔★◆◇⇒→\uf000-\uf0ff]\s*|[–—*-]\s+)(?=\S)/u;
/** The number or letter of a list, at the beginning of a line. */
export const numberMark = /^(?:\(?\d{1,2}[.)]|\(?[a-z][.)]|\([ivx]{1,4}\))\s+(?=\S)/;
