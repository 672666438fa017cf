import { Link } from '@lectern/platform/router';
import { Check, color, font, media, radius, RadioChoice, size, space, TextLink, X } from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { css, styled } from 'styled-components';

const Columns = styled.div`
  display: grid;
  gap: ${space[24]};
  @media ${media.large} {
    grid-template-columns: minmax(0, 7fr) minmax(0, 5fr);
  }
`;
const Sheet = styled.div`
  display: grid;
  align-content: start;
  gap: ${space[16]};
  padding: ${space[24]};
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
`;
const Kind = styled.p`
  font: 600 ${size[14]} / 1.5 ${font.interface};
  color: ${color['ink-faint']};
`;
const Options = styled.fieldset`
  display: grid;
  gap: ${space[8]};
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  legend {
    margin-bottom: ${space[12]};
    padding: 0;
    font-family: ${font.reading};
    font-size: ${size[22]};
    font-weight: 600;
  }
`;
const stateColor = { right: color.success, wrong: color.danger } as const;
const stateTint = { right: color['success-tint'], wrong: color['danger-tint'] } as const;

const Option = styled(RadioChoice)<{ $state: 'right' | 'wrong' | undefined }>`
  ${({ $state }) =>
    $state &&
    css`
      &&:has(input) {
        border-color: ${stateColor[$state]};
        background: ${stateTint[$state]};
      }
      svg {
        color: ${stateColor[$state]};
      }
    `}
  svg {
    flex: none;
    width: 18px;
    height: 18px;
    margin-left: auto;
  }
`;
const Explanation = styled.div`
  /* Reserves the explanation's height, so that the page does not move when the answer is shown. */
  min-height: 104px;
  color: ${color['ink-soft']};
  strong {
    color: ${color.ink};
  }
  @media ${media.medium} {
    min-height: 56px;
  }
`;
const Card = styled.button`
  display: grid;
  align-content: space-between;
  justify-items: start;
  gap: ${space[24]};
  min-height: 240px;
  padding: ${space[24]};
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
  color: ${color.ink};
  font: 600 ${size[22]} / 1.35 ${font.reading};
  text-align: left;
  cursor: pointer;
  &:hover {
    border-color: ${color.accent};
  }
  small {
    font: 400 ${size[14]} / 1.5 ${font.interface};
    color: ${color['ink-faint']};
  }
`;

const Origin = styled.p`
  margin-top: ${space[16]};
  color: ${color['ink-soft']};
`;

const question = 'What do the ventricles do in diastole?';
const options = [
  'Contract and eject blood',
  'Relax and fill with blood',
  'Close the valves of the aorta',
  'Pass the impulse on to the atria',
];
const rightOption = 1;
const card = {
  front: 'What makes the “lub” and the “dub” of the heartbeat?',
  back: 'Closing valves: “lub” when systole begins, “dub” when it ends.',
};

const TryQuestion = (): ReactNode => {
  const [chosen, setChosen] = useState<number>();
  const stateOf = (index: number): 'right' | 'wrong' | undefined => {
    if (chosen === undefined) return undefined;
    if (index === rightOption) return 'right';
    return index === chosen ? 'wrong' : undefined;
  };
  return (
    <Sheet>
      <Kind>A question</Kind>
      <Options>
        <legend>{question}</legend>
        {options.map((option, index) => {
          const state = stateOf(index);
          return (
            <Option key={option} $state={state}>
              <input
                type="radio"
                name="try-question"
                checked={chosen === index}
                onChange={() => {
                  setChosen(index);
                }}
              />
              {option}
              {state === 'right' && <Check aria-label="Right answer" />}
              {state === 'wrong' && <X aria-label="Your answer" />}
            </Option>
          );
        })}
      </Options>
      <Explanation role="status">
        {chosen === undefined ? (
          'Choose an answer. The explanation comes with the passage it rests on.'
        ) : (
          <>
            <strong>{chosen === rightOption ? 'Right.' : 'Not quite.'}</strong> In diastole the ventricles relax and fill; in systole they
            contract. From slide 7: “Diastole: they relax and fill.”
          </>
        )}
      </Explanation>
    </Sheet>
  );
};

const TryCard = (): ReactNode => {
  const [isFlipped, setIsFlipped] = useState(false);
  return (
    <Card
      type="button"
      onClick={() => {
        setIsFlipped(!isFlipped);
      }}
    >
      <Kind as="span">A card</Kind>
      <span aria-live="polite">{isFlipped ? card.back : card.front}</span>
      <small>{isFlipped ? 'It comes back shortly before you would forget it.' : 'Click to flip'}</small>
    </Card>
  );
};

/** A real question and a real card to try without an account. */
export const TryIt = (): ReactNode => (
  <>
    <Columns>
      <TryQuestion />
      <TryCard />
    </Columns>
    <Origin>
      Made from a slide on the cardiac cycle.{' '}
      <TextLink as={Link} to="/register">
        Make them from your own slides
      </TextLink>
    </Origin>
  </>
);
