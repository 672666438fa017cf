import { memoiseByText } from './memoise.ts';

// Typical prompt injections: leave your rules, prefer an option, play a role, reveal the prompt. Each pattern requires an object that only
// a model has (instructions, prompts, option letters), so a lecture may say "mark the stack pointer" or "ignore the friction".
const injectionPatterns: readonly RegExp[] = [
  // English
  /\b(ignore|disregard|forget|override|bypass|skip)\b[^.!?\n]{0,30}\b(instructions?|prompts?|rules? (above|before|you)|guidelines|directions (above|before))\b/iu,
  /\b(ignore|disregard|forget)\s+(all\s+|everything\s+)?((of\s+)?the\s+)?(above|previous|preceding|foregoing|everything (above|before))\b/iu,
  /\b(mark|choose|select|pick|make|set|label)\s+(the\s+)?((option|answer|choice|letter)\s+)?["'“‘(]?[A-E]["'”’)]?\s+(as\s+)?(the\s+)?(always\s+)?(correct|right|true|key|answer)\b/u,
  /\b(always|only|just)\s+(answer|respond|reply|choose|select|say|output|print|write)\b[^.!?\n]{0,20}["'“‘(]?\b[A-E]\b/u,
  /\b(the\s+)?(correct|right)\s+(answer|option)\s+(is|must be|should be)\s+always\b/iu,
  /\b(you are|act as|pretend to be|behave as|roleplay as)\s+(now\s+)?(an?|the|in)\s+[^.!?\n]{0,30}\b(ai|assistant|chatbot|language model|llm|dan|developer mode)\b/iu,
  /\b(reveal|print|output|repeat|show|leak|tell)\b[^.!?\n]{0,30}\b(system prompt|your (instructions|prompt|rules|api key)|hidden prompt|developer message)\b/iu,
  /\bas an? (ai|artificial intelligence)( language)?( model| assistant)?\b|\b(new|updated) (system )?instructions?\s*:|^\s*(system|assistant|developer)\s*:/iu,
  /\b(note|attention|message|order|instruction)s? (to|for) (the )?(ai|assistant|chatbot|language model|llm|grader|engine|generator)\b/iu,
  /\b(respond|reply|answer)\s+(only\s+)?with\s+(the\s+(word|text|letter)\b|["'“‘])/iu,
  // German, French, Spanish, Portuguese, Italian
  /\b(ignorier|missacht|vergiss|vergesst|vergessen Sie)\p{L}{0,20}\b[^.!?\n]{0,40}\b(anweisung|instruktion|vorgabe|prompt|obige|vorherige)\p{L}{0,20}/iu,
  /\bmarkier\p{L}{0,20}\b[^.!?\n]{0,20}\b[A-E]\b[^.!?\n]{0,12}\b(richtig|korrekt)/iu,
  /\b(ignor\p{L}{1,20}|oubli\p{L}{1,20}|néglig\p{L}{1,20})\s[^.!?\n]{0,40}\b(instruction|consigne|directive|ci-dessus|précédent)\p{L}{0,20}/iu,
  /\b(ignor\p{L}{1,20}|olvid\p{L}{1,20}|descart\p{L}{1,20}|desconsider\p{L}{1,20}|dimentic\p{L}{1,20})\s[^.!?\n]{0,40}\b(instruccion|instrucción|instruç|istruzion|indicacion|anterior|precedent|arriba)\p{L}{0,20}/iu,
  /\b(marqu|coch|marc|segn)\p{L}{0,20}\s[^.!?\n]{0,20}\b[A-E]\b[^.!?\n]{0,14}\b(correct|juste|bonne|correcta|correto|corretta)/iu,
  // Korean, Japanese, Chinese, Arabic, Russian
  /(이전|위|앞|지금까지)[^.!?\n]{0,12}(지시|명령|지침|내용|프롬프트)[^.!?\n]{0,10}(무시|잊)/u,
  /[A-E]\s*(번|를|을|가|이)?[^.!?\n]{0,8}(정답|맞는 것)[^.!?\n]{0,8}(표시|처리|선택|하)/u,
  /(以上|上記|前|これまで)[^。！？\n]{0,10}(指示|命令|プロンプト|内容)[^。！？\n]{0,8}(無視|忘れ)/u,
  /(忽略|无视|無視|忘记|忘記)[^。！？\n]{0,12}(以上|上述|之前|前面|所有)?[^。！？\n]{0,8}(指令|指示|提示|内容|內容|说明)/u,
  /(تجاهل|تجاهلي|انس|انسَ)[^.!؟\n]{0,30}(تعليمات|التعليمات|الأوامر|السابقة|أعلاه)/u,
  /(игнорируй|проигнорируй|забудь|не обращай внимания на)\p{L}{0,20}[^.!?\n]{0,30}(инструкци|указани|предыдущ|выше)/iu,
];

const quoted =
  /“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|"[^"]*"|‘[^‘’]{3,}’(?!\p{L})|(?<!\p{L})'[^']{3,}'(?!\p{L})|「[^「」]*」|『[^『』]*』|`[^`]*`/gu;

/** Whether a text has at least two words. */
function hasWords(text: string): boolean {
  const first = text.search(/\p{L}{2}/u);
  const rest = first < 0 ? '' : text.slice(first);
  const space = rest.search(/\s/);
  return space >= 0 && /\p{L}{2}/u.test(rest.slice(space));
}

/** Whether a text gives instructions to the engine. Quoted words inside a longer sentence do not count. */
export const hasPromptInjection = memoiseByText((text): boolean => {
  const outside = text.replace(quoted, ' ');
  const unquoted = hasWords(outside) ? outside : text;
  return injectionPatterns.some((pattern) => pattern.test(unquoted));
});
