import type { InputHTMLAttributes, ReactNode } from 'react';
import { styled } from 'styled-components';
import { inputShape } from './Field';
import { IconButton } from './IconButton';
import { Search, X } from './icons';
import { color } from './tokens';

const Row = styled.div`
  position: relative;
  width: 100%;
  max-width: 420px;
  > svg {
    position: absolute;
    left: 12px;
    top: 50%;
    width: 18px;
    height: 18px;
    transform: translateY(-50%);
    pointer-events: none;
    color: ${color['ink-faint']};
  }
  > button {
    position: absolute;
    right: 4px;
    top: 50%;
    transform: translateY(-50%);
  }
`;

const Input = styled.input`
  ${inputShape}
  padding-left: 40px;
  padding-right: 44px;
  /* An empty field has no clear button, and a phone needs the space. */
  &:placeholder-shown {
    padding-right: 12px;
    text-overflow: ellipsis;
  }
  &::-webkit-search-cancel-button {
    display: none;
  }
`;

export interface SearchFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'type'> {
  /** The placeholder and accessible name: 'Search study guides...'. */
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}

/** A search field with a button that clears it. */
export const SearchField = ({ placeholder, value, onChange, ...rest }: SearchFieldProps): ReactNode => (
  <Row role="search">
    <Search aria-hidden />
    <Input
      type="search"
      dir="auto"
      aria-label={placeholder}
      placeholder={placeholder}
      value={value}
      onChange={(event) => {
        onChange(event.target.value);
      }}
      {...rest}
    />
    {value !== '' && (
      <IconButton
        label="Clear search"
        onClick={() => {
          onChange('');
        }}
      >
        <X aria-hidden />
      </IconButton>
    )}
  </Row>
);
