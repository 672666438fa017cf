import { Button, color, media, radius, shadow, size, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import type { OverrideState } from './overrides';

const Bar = styled.aside`
  position: fixed;
  inset-block-end: ${space[16]};
  inset-inline: ${space[16]};
  z-index: 70;
  display: grid;
  gap: ${space[12]};
  width: fit-content;
  max-width: calc(100% - 2 * ${space[16]});
  margin-inline: auto;
  padding: ${space[8]} ${space[16]};
  border: 1px solid ${color.warning};
  border-radius: ${radius.field};
  background: ${color['warning-tint']};
  color: ${color.ink};
  font-size: ${size[14]};
  box-shadow: ${shadow.high};
  @media ${media.small} {
    /* Keeps clear of the bottom bar. */
    inset-block-end: 80px;
  }
`;
const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  /* In narrow windows, keeps a button closer to its own line than to the next. */
  gap: ${space[4]} ${space[12]};
`;

export interface OverrideBannerProps {
  overrides: readonly OverrideState[];
  onChoose: (id: string, isReleased: boolean) => void;
}

/** Lists the remotes that do not come from the registry, each with a button that switches back. Development builds only. */
export const OverrideBanner = ({ overrides, onChoose }: OverrideBannerProps): ReactNode => (
  <Bar aria-label="Development">
    {overrides.map(({ id, entry, isUsed }) => (
      <Line key={id}>
        <span>{isUsed ? `${id} comes from ${new URL(entry).host}` : `${id} is the released one`}</span>
        <Button
          variant="secondary"
          onClick={() => {
            onChoose(id, isUsed);
          }}
        >
          {isUsed ? 'Use the released one' : `Use ${new URL(entry).host}`}
        </Button>
      </Line>
    ))}
  </Bar>
);
