/** A list marker that was typed at the start of a line: "▸ Inheritance", "✅ Solution", "a. Anger". */
export const typedMark = /^(?:[•‣·∙➢➤→⇒\p{So}]\uFE0F?\s*|[a-h][.)]\s+(?=\p{Lu}))/u;
