import { useNavigate } from '@lectern/platform/router';
import { color, GraduationCap, BookOpen, Layers, media, size, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { DeckChoice } from '../guides/DeckChoice';
import { useDeck } from '../guides/useDeck';

const Base = styled.section`
  display: grid;
  gap: ${space[16]};
  h2 {
    font-size: ${size[18]};
  }
`;
const Outcomes = styled.ul`
  display: grid;
  gap: ${space[8]};
  font-size: ${size[14]};
  color: ${color['ink-soft']};
  li {
    display: flex;
    gap: ${space[12]};
  }
  svg {
    flex: none;
    width: 20px;
    height: 20px;
    color: ${color.accent};
  }
  @media ${media.medium} {
    grid-template-columns: repeat(3, minmax(0, 1fr));
    gap: ${space[24]};
  }
`;

const outcomes = [
  { icon: <BookOpen aria-hidden />, text: 'A study guide, in which each statement points to its slide.' },
  { icon: <GraduationCap aria-hidden />, text: 'A quiz from it, with an explanation for every answer.' },
  { icon: <Layers aria-hidden />, text: 'Flashcards of its key facts.' },
];

/** The dashboard of a learner without guides: a field for a deck, sample decks, and what Lectern makes of a deck. */
export const FirstRun = (): ReactNode => {
  const navigate = useNavigate();
  const deck = useDeck();
  return (
    <Base aria-labelledby="first-run">
      <h2 id="first-run">Bring your first deck</h2>
      <DeckChoice
        {...deck}
        take={(file) => {
          deck.take(file);
          // The create form reads the same draft. The deck is kept until the guide was made or the learner cancels.
          if (file) void navigate('/study-materials/create');
        }}
      />
      <Outcomes aria-label="What comes of it">
        {outcomes.map(({ icon, text }) => (
          <li key={text}>
            {icon}
            {text}
          </li>
        ))}
      </Outcomes>
    </Base>
  );
};
