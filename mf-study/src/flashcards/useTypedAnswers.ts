import { learnerStorage } from '@lectern/platform';
import { useState } from 'react';

const name = 'typed-answers';

/** Whether the learner types answers before a card flips, and a function that toggles it. Shared by all decks. */
export const useTypedAnswers = (): readonly [isOn: boolean, toggle: () => void] => {
  const [isOn, setIsOn] = useState(() => learnerStorage.readJson(name) === true);
  const toggle = (): void => {
    learnerStorage.writeJson(name, !isOn);
    setIsOn(!isOn);
  };
  return [isOn, toggle];
};
