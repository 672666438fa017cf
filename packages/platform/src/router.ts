// A facade: shared packages are not tree-shaken, and the whole router is 40 kB more than what is used of it.
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
