import type { ChatMessage } from './ModelServerOptions.ts';

const charactersPerToken = 4;

const countTokens = (text: string): number => Math.ceil(text.length / charactersPerToken);

/** Cuts a text into its tokens. */
export const tokensOf = (text: string): string[] => text.match(/[\s\S]{1,4}/g) ?? [];

/** The text of a message, whose content may come in parts. */
export const textOf = ({ content }: ChatMessage): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text }) => text ?? '').join('');

export const promptTokensOf = (messages: readonly ChatMessage[]): number => countTokens(messages.map(textOf).join(''));

/** The end of a prompt: the messages without their first `lost` tokens. */
export function withoutBeginning(messages: readonly ChatMessage[], lost: number): ChatMessage[] {
  let characters = lost * charactersPerToken;
  return messages.flatMap((message) => {
    const text = textOf(message);
    const content = text.slice(characters);
    characters = Math.max(0, characters - text.length);
    return content === '' ? [] : [{ ...message, content }];
  });
}
