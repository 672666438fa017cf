// A facade that lists the exports in use: shared modules are not tree-shaken, and the whole router is 40 kB larger.
export {
  BrowserRouter,
  Link,
  Navigate,
  Outlet,
  Route,
  Routes,
  matchPath,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useSearchParams,
  type LinkProps,
} from 'react-router-dom';
