// Apart from the facade that browsers load: only the page server draws without an address bar.
export { StaticRouter } from 'react-router-dom';
