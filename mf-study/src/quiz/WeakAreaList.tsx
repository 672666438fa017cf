import type { WeakArea } from '@lectern/contracts';
import { color, radius, size, space, Target } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const List = styled.ul`
  display: grid;
  gap: ${space[12]};
  li {
    display: flex;
    gap: ${space[12]};
    padding: ${space[12]} ${space[16]};
    border-radius: ${radius.field};
    background: ${color['warning-tint']};
    overflow-wrap: anywhere;
  }
  svg {
    flex: none;
    width: 20px;
    height: 20px;
    margin-top: 2px;
    color: ${color.warning};
  }
  span {
    display: block;
    font-size: ${size[14]};
    color: ${color.ink};
  }
`;

const byTopic = (areas: readonly WeakArea[]): [topic: string, concepts: string[]][] => {
  const topics = new Map<string, Set<string>>();
  for (const { topic, concept } of areas) topics.set(topic, (topics.get(topic) ?? new Set()).add(concept));
  return [...topics].map(([topic, concepts]) => [topic, [...concepts].filter((concept) => concept !== '' && concept !== topic)]);
};

/** Topics to study again, each with its concepts. */
export const WeakAreaList = ({ areas }: { areas: readonly WeakArea[] }): ReactNode => (
  <List>
    {byTopic(areas).map(([topic, concepts]) => (
      <li key={topic}>
        <Target aria-hidden />
        <div>
          <strong>{topic}</strong>
          {concepts.length > 0 && <span>{concepts.join(', ')}</span>}
        </div>
      </li>
    ))}
  </List>
);
