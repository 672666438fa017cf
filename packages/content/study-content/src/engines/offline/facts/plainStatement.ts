import { lowerFirst, upperFirst, withoutStop, wordCount } from '../../../text/words.ts';
import type { Tagger } from '../posTagger.ts';
import type { Statement } from '../statements.ts';
import { finiteVerb } from './grammar.ts';

const maxSubjectWords = 7;

/** A connective before a sentence that does not need it. */
const joining =
  /^(first|second|third|fourth|fifth|sixth|finally|lastly|ideally|often|in general|generally speaking|however|therefore|thus|hence|moreover|furthermore|in addition|additionally|also|indeed|in fact|generally|typically|usually|of course|clearly|similarly|likewise|in contrast|by contrast|on the other hand|instead|consequently|as a result|in summary|in conclusion|in sum|to summarize|in practice|in reality|for this reason|eventually|interestingly|importantly|today|originally|traditionally|in short|in particular|specifically|overall|in other words|conversely|nevertheless|nonetheless|meanwhile|in turn|yet|still),\s+|^(?:thus|therefore|hence|but|yet) (?=\p{L})/iu;

/** The start of an aside after a subject: "Bedsores, also called decubitus ulcers, are …". */
const aside =
  /^(?:also|originally|first|proposed|developed|introduced|such|including|or|like|unlike|an?|the|which|who|however|too|therefore|thus|for|especially|particularly|called|known|e\.g|i\.e|in|on|when|as|if)\b/i;

/** Removes an aside after the subject. */
function withoutAside(text: string, tag: Tagger): string {
  const [subject = '', ...parts] = text.split(', ');
  if (parts.length < 2 || !aside.test(parts[0] ?? '') || wordCount(subject) > maxSubjectWords || finiteVerb(tag(lowerFirst(subject))) >= 0)
    return text;
  const at = parts.findIndex((part, index) => {
    const [first, second] = tag(part);
    const verb = first?.tag === 'ADV' ? second : first;
    return index > 0 && verb !== undefined && (verb.tag === 'AUX' || (verb.tag === 'VERB' && !/ing$/.test(verb.text)));
  });
  return at < 0 ? text : `${subject} ${parts.slice(at).join(', ')}`;
}

/** Strips connectives, asides after a dash, surrounding quotation marks, and words that refer to other sentences. */
const mainText = ({ text }: Pick<Statement, 'text'>, tag: Tagger): string =>
  withoutAside(
    upperFirst(
      withoutStop((text.split(/\s(?:--|–|—)\s|—/)[0] ?? '').replace(/^“([^“”]+)”$/, '$1'))
        .replace(joining, '')
        .replace(/, (?:however|therefore|indeed|too|then|for example|for instance|in turn|in contrast|on the other hand),(?= )/gi, '')
        .replace(/ also(?= )/i, '')
        .replace(/ ?\((?:[^()]{0,60})\)/g, (aside) => (/^ ?\((?:see |figure |table |)\)?/i.test(aside) && aside.length < 4 ? '' : aside)),
    ),
    tag,
  );

/** Strips phrases around a definition: "An out-group, conversely, is …", "A group is typically one where …", "X is the term used for …". */
export const plainStatement = (statement: Statement, tag: Tagger): string =>
  mainText(statement, tag)
    .replace(
      / (is|are) (?:the|an?) (?:\p{L}+ )?(?:term|name|word) (?:that |which )?(?:is )?(?:used |given )?(?:for|to describe|refers to|describes|to) /iu,
      ' $1 ',
    )
    .replace(/ in this (?:sense|context) (?=is |are |means )/i, ' ')
    .replace(/, (?:conversely|by contrast|in short|simply put|in other words),? (?=is |are )/i, ' ')
    .replace(/ (is|are) (?:typically|usually|generally|basically|simply|essentially|commonly) (?=an? |the |one )/i, ' $1 ');
