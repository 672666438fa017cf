/** A sign or a letter of a list that was typed at the start of its line: "▸ Inheritance", "✅ Solution", "a. Anger". */
export const typedMark = /^(?:[•‣·∙➢➤→⇒\p{So}]\uFE0F?\s*|[a-h][.)]\s+(?=\p{Lu}))/u;
