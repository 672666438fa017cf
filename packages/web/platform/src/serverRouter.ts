// Not part of the browser's facade, because only the page server renders without an address bar.
export { StaticRouter } from 'react-router-dom';
