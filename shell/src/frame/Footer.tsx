import { getSettings, productName } from '@lectern/platform';
import { color, measure, media, size, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Base = styled.footer<{ $isWide: boolean }>`
  border-top: 1px solid ${color.line};
  font-size: ${size[14]};
  color: ${color['ink-faint']};
  > div {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: ${space[8]} ${space[24]};
    max-width: ${measure.content};
    margin: 0 ${({ $isWide }) => ($isWide ? '0' : 'auto')};
    padding: ${space[24]} ${space[16]};
    @media ${media.medium} {
      padding: ${space[24]};
    }
    /* Aligned with the page above it. */
    @media ${media.large} {
      padding-inline: ${({ $isWide }) => ($isWide ? space[48] : space[24])};
    }
  }
  a {
    color: ${color['ink-soft']};
  }
  @media print {
    display: none;
  }
`;

export const Footer = ({ isWide }: { isWide: boolean }): ReactNode => {
  const { supportEmail } = getSettings();
  return (
    <Base $isWide={isWide}>
      <div>
        <p>{productName}: from slides to mastery.</p>
        <p>
          Questions? <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
        </p>
      </div>
    </Base>
  );
};
