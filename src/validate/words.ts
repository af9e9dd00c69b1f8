// Words that nobody has seen yet: states in no table, and other words beyond the values seen.
import { valuesSeen } from '../contract/resources.ts';
import { meaningOf } from '../contract/words.ts';
import { itemsIn, type MeaningRule, type Subject, textIn } from './document.ts';

export function overallState(subject: Subject): void {
  checkState(textIn(subject.document, 'status'), 'status', subject);
}

export function itemStates(list: string): MeaningRule {
  return (subject) => {
    for (const [index, item] of itemsIn(subject.document, list).entries()) {
      checkState(textIn(item, 'status'), `${list}[${index}].status`, subject);
    }
  };
}

/** Reviewing a word gives it no meaning: only status_words does. */
function checkState(word: string | null, path: string, { deployment, findings }: Subject): void {
  if (word === null || meaningOf(word, deployment.statusWords) !== undefined) return;
  findings.add({
    rule: 'drift.unknown_word',
    path,
    message: 'the word is in no table, and counts as unknown',
    expected: 'a word of the built-in table or of status_words',
    observed: word,
  });
}

/** A word that stands for no state of ours is known by its exact text. Told once, at its first place in the list. */
export function words(field: string, seen: readonly string[], read = textIn): MeaningRule {
  return ({ check, deployment, document, findings }) => {
    const reviewed = deployment.expect?.words[check.endpoint]?.[`data[].${field}`];
    const known = new Set(reviewed === undefined ? seen : [...seen, ...reviewed]);
    const expected = [...known].join(', ');
    for (const [index, item] of itemsIn(document, 'data').entries()) {
      const word = read(item, field);
      if (word === null || known.has(word)) continue;
      known.add(word);
      findings.add({
        rule: 'drift.unknown_word',
        path: `data[${index}].${field}`,
        message: 'the word is beyond the values seen',
        expected,
        observed: word,
      });
    }
  };
}

/** Of a checksum, the word is its algorithm; what has no form has none. */
export const algorithmWords = words('checksum', valuesSeen.file.checksum, (file, field) =>
  algorithmIn(textIn(file, field) ?? ''),
);

export function algorithmIn(checksum: string): string | null {
  return /^([^:]+):./s.exec(checksum)?.[1] ?? null;
}
