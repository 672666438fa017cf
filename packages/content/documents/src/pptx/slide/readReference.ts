import type { XmlElement } from '../../ooxml/xml.ts';
import type { SlideItem } from './SlideItem.ts';

/** The relationship id by which a slide names a chart or a SmartArt drawing, each a part of its own. */
export const readReference = (element: XmlElement, shape: number): SlideItem | undefined => {
  const isChart = element.name === 'chart';
  if (!isChart && element.name !== 'relIds') return undefined;
  const relationship = element.qualified(isChart ? 'id' : 'dm');
  return relationship === undefined ? undefined : { type: isChart ? 'chart' : 'smartart', relationship, shape };
};
