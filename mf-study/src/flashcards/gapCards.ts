import { CardEdit, counted } from '@lectern/contracts';
import { cardsOfGaps } from '@lectern/contracts/cloze';
import { problemsOf } from '../shared/useEditDraft';

/** The cards of a form: one, or one per gap. Errors of a card with a gap are shown at the fields. */
export const cardsOfForm = (values: CardEdit) => {
  const cards = cardsOfGaps(values, '…');
  const problems: Record<string, string> = {};
  for (const card of cards) for (const [field, message] of Object.entries(problemsOf(CardEdit, card))) problems[field] ??= message;
  const isOne = cards.length === 1;
  return {
    cards,
    problems,
    /** Whether the cards come from gaps. */
    isGapped: cards[0]?.front !== values.front || cards[0].back !== values.back,
    submit: isOne ? 'Add Card' : `Make ${counted(cards.length, 'Card')}`,
    added: isOne ? 'Card added' : `${counted(cards.length, 'card')} added`,
  };
};
