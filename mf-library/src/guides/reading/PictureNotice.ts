import { color, radius, size, space } from '@lectern/ui';
import { styled } from 'styled-components';

/** A box below the guide for content that the guide does not show. */
export const PictureNotice = styled.aside`
  margin-top: ${space[32]};
  padding: ${space[16]};
  border-radius: ${radius.card};
  background: ${color.sunken};
  font-size: ${size[14]};
  line-height: 1.5;
  overflow-wrap: anywhere;
  > p {
    display: flex;
    gap: ${space[12]};
  }
  > p svg {
    flex: none;
    width: 20px;
    height: 20px;
    color: ${color['ink-faint']};
  }
  ul {
    display: grid;
    gap: ${space[4]};
    margin-top: ${space[12]};
    padding-left: calc(20px + ${space[12]});
    color: ${color['ink-soft']};
  }
  strong {
    font-weight: 600;
    color: ${color.ink};
  }
  @media print {
    padding: 0 0 0 ${space[12]};
    border-left: 1px solid ${color.line};
    border-radius: 0;
    background: none;
    font-size: 9.5pt;
    break-inside: avoid-page;
    > p svg {
      display: none;
    }
    ul {
      padding-left: 0;
    }
  }
`;
