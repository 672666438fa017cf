import { Check, color, font, measure, media, radius, shadow, size, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Stage = styled.figure`
  position: relative;
  display: grid;
  gap: ${space[12]};
  width: 100%;
  max-width: 620px;
  margin: 0 auto;
  font-size: ${size[14]};
  line-height: 1.5;
  @media ${media.medium} {
    grid-template-columns: repeat(12, minmax(0, 1fr));
    grid-template-rows: auto auto auto;
    gap: 0;
  }
`;

const Sheet = styled.div`
  padding: ${space[16]};
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
  box-shadow: ${shadow.low};
`;

const Kind = styled.p`
  margin-bottom: ${space[8]};
  font-size: ${size[12]};
  font-weight: 600;
  color: ${color['ink-faint']};
`;

const Slide = styled(Sheet)`
  background: ${color.ink};
  border-color: transparent;
  color: ${color.paper};
  ${Kind} {
    color: inherit;
    opacity: 0.75;
  }
  strong {
    display: block;
    margin-bottom: ${space[8]};
    font-size: ${size[18]};
    line-height: 1.3;
  }
  ul {
    list-style: none;
    padding: 0;
    display: grid;
    gap: ${space[4]};
  }
  li::before {
    content: '–';
    margin-right: ${space[8]};
    opacity: 0.75;
  }
  @media ${media.medium} {
    grid-column: 1 / 8;
    grid-row: 1;
    /* Space for the picture that overlaps its lower edge. */
    padding-bottom: ${space[48]};
  }
`;

const Guide = styled(Sheet)`
  font-family: ${font.reading};
  font-size: ${size[16]};
  ${Kind} {
    font-family: ${font.interface};
  }
  strong {
    display: block;
    margin-bottom: ${space[4]};
    font-size: ${size[18]};
  }
  sup {
    padding: 1px 4px;
    border-radius: 4px;
    background: ${color['accent-tint']};
    color: ${color.accent};
    font: 600 ${size[12]} / 1 ${font.interface};
    vertical-align: 0.25em;
  }
  @media ${media.medium} {
    grid-column: 4 / 13;
    grid-row: 2;
    padding-bottom: ${space[32]};
    margin-top: calc(-1 * ${space[24]});
    box-shadow: ${shadow.high};
  }
`;

const Question = styled(Sheet)`
  ul {
    list-style: none;
    padding: 0;
    display: grid;
    gap: ${space[8]};
    margin-top: ${space[8]};
  }
  li {
    display: flex;
    align-items: center;
    gap: ${space[8]};
    padding: ${space[4]} ${space[8]};
    border: 1px solid ${color.line};
    border-radius: ${radius.field};
  }
  li.right {
    border-color: ${color.success};
    background: ${color['success-tint']};
    color: ${color.success};
    font-weight: 600;
  }
  svg {
    width: 16px;
    height: 16px;
    margin-left: auto;
  }
  @media ${media.medium} {
    grid-column: 1 / 8;
    grid-row: 3;
    margin-top: calc(-1 * ${space[16]});
  }
`;

const Flashcard = styled(Sheet)`
  display: grid;
  align-content: space-between;
  gap: ${space[24]};
  strong {
    font: 600 ${size[18]} / 1.35 ${font.reading};
  }
  span {
    font-size: ${size[12]};
    color: ${color['ink-faint']};
  }
  @media ${media.medium} {
    grid-column: 8 / 13;
    grid-row: 3;
    margin: ${space[16]} 0 0 ${space[16]};
  }
`;

const Caption = styled.figcaption`
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  max-width: ${measure.content};
`;

/** A picture of a slide that turns into a guide, a question and a card, drawn with the product's components. */
export const ProductPicture = (): ReactNode => (
  <Stage>
    <Slide>
      <Kind>Slide 7</Kind>
      <strong>The cardiac cycle</strong>
      <ul>
        <li>Systole: the ventricles contract</li>
        <li>Diastole: they relax and fill</li>
        <li>Valves close: “lub”, then “dub”</li>
      </ul>
    </Slide>
    <Guide>
      <Kind>Study guide</Kind>
      <strong>Systole and diastole</strong>
      <p>
        In systole the ventricles contract and eject blood; in diastole they relax and fill. <sup>Slide 7</sup>
      </p>
    </Guide>
    <Question>
      <Kind>Question 3 of 10</Kind>
      <p>What do the ventricles do in diastole?</p>
      <ul>
        <li>A. Contract</li>
        <li className="right">
          B. Relax and fill
          <Check aria-hidden />
        </li>
      </ul>
    </Question>
    <Flashcard>
      <div>
        <Kind>Card 4 of 20</Kind>
        <strong>What makes the “lub” and the “dub”?</strong>
      </div>
      <span>Click to flip</span>
    </Flashcard>
    <Caption>A slide on the cardiac cycle, and what Lectern makes of it: a study guide, a quiz question and a flashcard.</Caption>
  </Stage>
);
