import { cleanText } from '../text/cleanText.ts';

/** What Office adds to descriptions that it generated. */
const generated =
  /automatically generated|generated with \w+ confidence|AI-generated content may be incorrect|automatisch generiert|KI-generiert|générée? automatiquement|généré par l['’]IA|generad[ao] automáticamente|generado por IA|자동 생성|AI 생성/iu;
/** How Office begins a generated description, in case its mark was deleted. */
const generatedOpening =
  /^(?:(?:an? )?(?:close[- ]?up of|(?:picture|image|photo) containing|screen ?shot of a (?:computer|cell ?phone|mobile phone|social media post))|image may contain)\b/iu;
const fileName = /(?:^https?:\/\/\S+|\.(?:png|jpe?g|gif|bmp|tiff?|svg|emf|wmf|webp))$/iu;
/** "Picture 3", "image1", "IMG_0042", "Google Shape;55;p13" */
const objectName =
  /^(?:picture|image|img|dsc|photo|graphic|shape|google shape|screen ?shot|content placeholder|bild|grafik|imagen?|그림)[\s\d_;:.()p-]*$/iu;

/** Returns an alternative text written by a person; empty for generated descriptions, file names and object names. */
export function authorsAlt(written: string): string {
  const text = cleanText(written);
  return [generated, generatedOpening, fileName, objectName].some((pattern) => pattern.test(text)) ? '' : text;
}
