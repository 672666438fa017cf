import { learnerStorage } from '@lectern/platform';
import { useState } from 'react';

const name = 'typed-answers';

/** Whether the learner types answers before a card turns, and what changes that. All decks share it. */
export const useTypedAnswers = (): readonly [isOn: boolean, toggle: () => void] => {
  const [isOn, setIsOn] = useState(() => learnerStorage.readJson(name) === true);
  const toggle = (): void => {
    learnerStorage.writeJson(name, !isOn);
    setIsOn(!isOn);
  };
  return [isOn, toggle];
};
