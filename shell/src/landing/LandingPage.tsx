import { usePageTitle } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import {
  Button,
  CalendarClock,
  color,
  font,
  HelpCircle,
  Layers,
  measure,
  media,
  radius,
  Repeat,
  RotateCcw,
  size,
  space,
  Sparkles,
  TrendingUp,
} from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { ProductPicture } from './ProductPicture';
import { TryIt } from './TryIt';

const Section = styled.section`
  max-width: ${measure.content};
  margin: 0 auto;
  padding: ${space[48]} ${space[16]};
  @media ${media.medium} {
    padding: ${space[64]} ${space[24]};
  }
`;

const Hero = styled(Section)`
  display: grid;
  gap: ${space[48]};
  align-items: center;
  @media ${media.large} {
    grid-template-columns: minmax(0, 5fr) minmax(0, 6fr);
    min-height: min(640px, calc(100dvh - ${measure.header}));
  }
`;

const Words = styled.div`
  display: grid;
  justify-items: start;
  gap: ${space[24]};
  h1 {
    font-family: ${font.reading};
    font-size: ${size[36]};
    font-weight: 600;
    line-height: 1.12;
    letter-spacing: -0.022em;
    @media ${media.medium} {
      font-size: ${size[48]};
    }
  }
  > p {
    max-width: 48ch;
    font-size: ${size[18]};
    color: ${color['ink-soft']};
  }
`;

const Small = styled.p`
  && {
    max-width: none;
    font-size: ${size[14]};
    color: ${color['ink-faint']};
  }
`;

const Features = styled.div`
  display: grid;
  gap: ${space[16]};
  @media ${media.medium} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: ${space[24]};
  }
  @media ${media.large} {
    grid-template-columns: repeat(4, minmax(0, 1fr));
  }
`;

const Feature = styled.article`
  display: grid;
  align-content: start;
  gap: ${space[12]};
  padding: ${space[24]};
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
  > svg {
    width: 24px;
    height: 24px;
    color: ${color.accent};
    stroke-width: 1.6;
  }
  h3 {
    font-size: ${size[18]};
  }
  p {
    font-size: ${size[14]};
    line-height: 1.6;
    color: ${color['ink-soft']};
  }
`;

/** Features beyond the four cards. Plain lines, so that the cards stay most prominent. */
const Beyond = styled(Features).attrs({ as: 'ul' })`
  padding: 0;
  margin-top: ${space[32]};
  list-style: none;
  @media ${media.large} {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
  li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    align-content: start;
    gap: ${space[4]} ${space[12]};
    font-size: ${size[14]};
    line-height: 1.6;
    color: ${color['ink-soft']};
  }
  svg {
    grid-row: 1 / 3;
    width: 20px;
    height: 20px;
    margin-top: 2px;
    color: ${color.accent};
  }
  strong {
    font-size: ${size[16]};
    color: ${color.ink};
  }
`;

const SectionTitle = styled.h2`
  max-width: 24ch;
  margin-bottom: ${space[32]};
  font-family: ${font.reading};
  font-size: ${size[28]};
  font-weight: 600;
  letter-spacing: -0.015em;
`;

const Closing = styled.div`
  display: grid;
  justify-items: center;
  gap: ${space[24]};
  padding: ${space[48]} ${space[24]};
  border-radius: ${radius.card};
  background: ${color['accent-tint']};
  text-align: center;
  h2 {
    font-family: ${font.reading};
    font-size: ${size[28]};
    font-weight: 600;
    letter-spacing: -0.015em;
  }
  p {
    max-width: 52ch;
    color: ${color['ink-soft']};
  }
`;

const features = [
  {
    icon: <Sparkles aria-hidden />,
    title: 'AI-powered learning',
    text: 'Upload a deck or paste your notes. Lectern writes a study guide from them, and each statement points back to its slide.',
  },
  {
    icon: <Layers aria-hidden />,
    title: 'Smart flashcards',
    text: 'One click makes a deck of cards from a guide. Flip them with a click, a key or a swipe.',
  },
  {
    icon: <TrendingUp aria-hidden />,
    title: 'Progress tracking',
    text: 'See per guide how well you know it, from needs practice to mastery, and what to go over again.',
  },
  {
    icon: <HelpCircle aria-hidden />,
    title: 'Quiz creation',
    text: 'Quizzes with an explanation for every answer, and the passage of your own material that it comes from.',
  },
];

const beyond = [
  {
    icon: <RotateCcw aria-hidden />,
    title: 'Spaced review',
    text: 'Cards and missed questions come back shortly before you would forget them, on a schedule made from your own answers.',
  },
  {
    icon: <CalendarClock aria-hidden />,
    title: 'A plan for your exam',
    text: 'Set the date. Lectern spreads the new cards over the days that are left and says how ready you are.',
  },
  {
    icon: <Repeat aria-hidden />,
    title: 'Anki in and out',
    text: 'Bring your Anki decks with their schedule, and take everything out again, whenever you like.',
  },
];

/** The landing page. The page server renders it, so the content security policy forbids `style` attributes here. */
export const LandingPage = (): ReactNode => {
  usePageTitle(undefined);
  return (
    <>
      <Hero>
        <Words>
          <h1>From slides to mastery.</h1>
          <p>Lectern turns your lecture slides and notes into a study guide, a quiz and flashcards, and shows you what to go over again.</p>
          <Button as={Link} to="/login" isLarge>
            Start Learning Now
          </Button>
          <Small>Free for 5 study guides. Premium is $9.99 per month, cancel anytime.</Small>
        </Words>
        <ProductPicture />
      </Hero>
      <Section>
        <SectionTitle>Everything you need between the lecture and the exam</SectionTitle>
        <Features>
          {features.map(({ icon, title, text }) => (
            <Feature key={title}>
              {icon}
              <h3>{title}</h3>
              <p>{text}</p>
            </Feature>
          ))}
        </Features>
        <Beyond>
          {beyond.map(({ icon, title, text }) => (
            <li key={title}>
              {icon}
              <strong>{title}</strong>
              <span>{text}</span>
            </li>
          ))}
        </Beyond>
      </Section>
      <Section>
        <SectionTitle>Try one now</SectionTitle>
        <TryIt />
      </Section>
      <Section>
        <Closing>
          <h2>Your next exam starts with the slides you already have.</h2>
          <p>Upload one lecture. In less than a minute you have a guide to read, questions to answer and cards to flip.</p>
          <Button as={Link} to="/login" isLarge>
            Get Started for Free
          </Button>
        </Closing>
      </Section>
    </>
  );
};
