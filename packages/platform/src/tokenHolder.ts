/** How the HTTP client asks for the token and tells that it no longer works; set by the session. */
export interface TokenHolder {
  read: () => string | undefined;
  refused: (token: string) => void;
}

let holder: TokenHolder = { read: () => undefined, refused: () => undefined };

export const setTokenHolder = (given: TokenHolder): void => {
  holder = given;
};

export const getTokenHolder = (): TokenHolder => holder;
