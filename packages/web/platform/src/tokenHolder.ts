/** The HTTP client's access to the session's token: reads it, and reports that the server rejected it. Set by the session. */
export interface TokenHolder {
  read: () => string | undefined;
  refused: (token: string) => void;
}

let holder: TokenHolder = { read: () => undefined, refused: () => undefined };

export const setTokenHolder = (given: TokenHolder): void => {
  holder = given;
};

export const getTokenHolder = (): TokenHolder => holder;
