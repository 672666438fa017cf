import { useEffect } from 'react';
import { reviewOutbox } from './reviewOutbox';

/** Sends the answers that wait on this device, at any page. Renders nothing. */
export const UnsentSlot = (): null => {
  useEffect(() => void reviewOutbox.flush(), []);
  return null;
};
