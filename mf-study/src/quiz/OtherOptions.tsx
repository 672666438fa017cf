import { counted, type QuizQuestion } from '@lectern/contracts';
import { color, ItemText, media, size, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { letterOf } from './QuizSession';

export interface OtherOptionsProps {
  question: QuizQuestion;
  /** Language of the explanation; undefined if unknown. */
  language?: string | undefined;
  /** Zero-based index of the chosen option. */
  chosen: number | undefined;
}

const Details = styled.details`
  font-size: ${size[14]};
  color: ${color['ink-soft']};
  summary {
    display: list-item;
    padding: ${space[12]} 0;
    cursor: pointer;
    font-weight: 600;
  }
  ul {
    display: grid;
    gap: ${space[12]};
  }
  li {
    overflow-wrap: anywhere;
  }
  strong {
    display: block;
    font-weight: 600;
    color: ${color.ink};
  }
  /* Wider screens show every option with its rationale in the question itself. */
  @media ${media.medium} {
    display: none;
  }
`;

/** On a phone, the options that are neither correct nor chosen, with their rationales, in a collapsed section. */
export const OtherOptions = ({ question, language, chosen }: OtherOptionsProps): ReactNode => {
  const others = question.options
    .map((option, index) => ({ ...option, index }))
    .filter(({ isCorrect, index }) => !isCorrect && index !== chosen);
  if (others.length === 0) return undefined;
  return (
    <Details>
      <summary>{counted(others.length, 'other option')}</summary>
      <ul>
        {others.map(({ index, text, rationale }) => (
          <li key={index}>
            <strong>
              {letterOf(index)}.{' '}
              <bdi lang={language}>
                <ItemText>{text}</ItemText>
              </bdi>
            </strong>
            <div dir="auto" lang={language}>
              <ItemText>{rationale}</ItemText>
            </div>
          </li>
        ))}
      </ul>
    </Details>
  );
};
