import { contentStems } from '../text/words.ts';

// Words that carry no fact, so an answer may use different ones than its source.
const everyday =
  'make makes made making get gets got give gives given giving take takes taken taking go goes gone going come comes keep keeps kept put puts let lets use uses used using work works working act acts depend depends depending concern concerns concerned involve involves involved help helps become becomes remain remains stay stays begin begins start starts stop stops happen happens occur occurs place show shows shown mean means say says said tell tells call calls called name names need needs needed want wants like look looks find finds found see seen know known think ' +
  'well good better best bad worse new old big large small little long short high low right wrong whole full certain possible likely usual usually often always never sometimes already still yet soon again together alone apart instead rather enough almost nearly about around exactly simply directly quickly slowly easily fast slow early late first last next once everybody everyone somebody someone anybody anyone nobody person people man woman patient thing things something anything everything nothing way ways part parts kind kinds type types case cases time times day fact reason result effect amount number because therefore thus hence anyway otherwise moreover besides however ever even also both each other another same different own very too either whole lot bit matter point rule kind sort';
const stems = contentStems(everyday);

/** The words of a text that carry a fact, as stems. */
export const factStems = (text: string): string[] => [...contentStems(text)].filter((stem) => !stems.has(stem));
