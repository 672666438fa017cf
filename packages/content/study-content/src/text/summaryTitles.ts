import { onceForText } from './onceForText.ts';

/** Titles of summaries. */
const summary =
  /^(?:(?:lecture|lesson|chapter|module|session|course|unit) )?(?:summary|recap|review|conclusions?|key (?:points?|messages?|ideas?|concepts?|facts?|takeaways?|take[- ]?aways?)|take[- ]?(?:home|away)s?(?: (?:messages?|points?))?|takeaways?|main (?:points?|ideas?|messages?)|in (?:summary|short|a nutshell)|to sum up|what (?:to remember|we learned|you learned)|zusammenfassung|fazit|kernaussagen|das wichtigste|résumé|conclusion|points clés|à retenir|l[’']essentiel|resumen|conclusi(?:ón|ones)|puntos clave|ideas clave|riassunto|conclusioni|punti chiave|resumo|conclus(?:ão|ões)|pontos[- ]chave|samenvatting|conclusies?|요약|정리|결론|핵심 ?(?:요점|정리)|まとめ|要点|結論|总结|小结|要點|結論|выводы|итоги|podsumowanie|wnioski|özet|sonuç|الخلاصة|ملخص)$/i;
/** Titles of learning objectives. */
const objectives =
  /^(?:(?:today[’']s|our|the|lecture|lesson|chapter|module|session|course|unit|class) )?(?:(?:key )?learning )?(?:objectives?|outcomes?|goals?|aims?|targets?)(?: (?:of|for) .{1,60})?$|^(?:aims and objectives|what (?:you|we) will learn|lernziele?|ziele|objectifs(?: d[’']apprentissage)?|objetivos(?: de aprendizaje)?|obiettivi(?: di apprendimento)?|objetivos de aprendizagem|leerdoelen|doelen|학습 ?목표|목표|学习目标|學習目標|学習目標|目標|цели(?: обучения)?|cele|hedefler|öğrenme hedefleri|الأهداف|أهداف التعلم)$/i;

const plain = (title: string): string => title.trim().replace(/(?<!\s)\s*[:：.!]$/, '');

/** Whether a title introduces a summary. */
export const isLecturersSummary = onceForText((title): boolean => summary.test(plain(title)));

/** Whether a title introduces learning objectives. */
export const isLearningGoals = onceForText((title): boolean => objectives.test(plain(title)));
