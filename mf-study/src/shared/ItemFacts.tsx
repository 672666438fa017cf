import type { ItemOrigin, ItemSource } from '@lectern/contracts';
import { engineName } from '@lectern/platform';
import { color, size, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Line = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]} ${space[16]};
  font-size: ${size[14]};
  color: ${color['ink-faint']};
  overflow-wrap: anywhere;
`;

export interface ItemFactsProps {
  item: ItemOrigin & { source?: ItemSource | undefined };
  kind: 'question' | 'card';
  /** `generatedBy` of its quiz or deck; undefined if unknown. */
  madeBy: string | undefined;
}

/** A line of facts about a question or card: a different engine than its quiz or deck, the learner's own, edited, or reported. */
export const ItemFacts = ({ item, kind, madeBy }: ItemFactsProps): ReactNode => {
  const facts = [
    item.generatedBy !== undefined && item.generatedBy !== madeBy && `Made by ${engineName(item.generatedBy)}`,
    // Generated items have a source; items written or imported by the learner have none.
    item.edited === true && (item.source ? 'Edited by you' : `Your own ${kind}`),
    item.reported !== undefined && `You reported this ${kind}`,
  ].filter((fact) => fact !== false);
  return facts.length > 0 ? (
    <Line>
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </Line>
  ) : undefined;
};
