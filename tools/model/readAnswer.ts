/** A part of an answer as it comes. */
export interface AnswerPart {
  text: string;
  /** Thoughts that the server sends beside the answer. */
  isThought: boolean;
}

/** The counted tokens of a call. */
export interface TokenCounts {
  prompt_tokens: number;
  completion_tokens: number;
}

interface Message {
  content?: string | null;
  reasoning_content?: string | null;
  reasoning?: string | null;
}

interface Body {
  choices?: { delta?: Message; message?: Message }[] | null;
  usage?: TokenCounts | null;
  error?: unknown;
}

/** The lines of a body as they come. */
async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of body) {
    const lines = `${rest}${decoder.decode(part, { stream: true })}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/**
 * Reads an answer of `/v1/chat/completions`, streamed or in one piece.
 *
 * @returns The counted tokens, if the server counts.
 * @throws Error when the server reports an error within the stream.
 */
export async function* readAnswer(response: Response): AsyncGenerator<AnswerPart, TokenCounts | undefined> {
  const isStream = response.headers.get('content-type')?.includes('event-stream') ?? false;
  let usage: TokenCounts | undefined;
  const bodies = isStream ? linesOf(response.body ?? new ReadableStream()) : [`data: ${await response.text()}`];
  for await (const line of bodies) {
    const data = line.startsWith('data:') ? line.slice('data:'.length).trim() : '';
    if (data === '' || data === '[DONE]') continue;
    const body = JSON.parse(data) as Body;
    if (body.error !== undefined) throw new Error(JSON.stringify(body.error));
    usage = body.usage ?? usage;
    const choice = body.choices?.[0];
    const message = choice?.delta ?? choice?.message;
    const thought = message?.reasoning_content ?? message?.reasoning ?? '';
    if (thought !== '') yield { text: thought, isThought: true };
    const text = message?.content ?? '';
    if (text !== '') yield { text, isThought: false };
  }
  return usage;
}
