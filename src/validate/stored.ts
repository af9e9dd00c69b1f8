// What is custom for files and media objects, without the document stating it.
import { mediaSchema } from '../contract/resources.ts';
import { itemsIn, type Subject, textIn } from './document.ts';

/** Length of SHA-256 in hexadecimal digits (FIPS 180-4: 256 bits). */
const digestForm = /^[0-9a-f]{64}$/i;

/** Of other algorithms nothing is known. */
export function checksumDigest({ document, findings }: Subject): void {
  for (const [index, file] of itemsIn(document, 'data').entries()) {
    const digest = /^sha256:(.+)$/s.exec(textIn(file, 'checksum') ?? '')?.[1];
    if (digest === undefined || digestForm.test(digest)) continue;
    findings.add({
      rule: 'meaning.checksum_digest',
      path: `data[${index}].checksum`,
      message: 'the digest is not the one of a SHA-256',
      expected: 'sha256: and 64 hexadecimal digits',
      observed: `sha256:${digest}`,
    });
  }
}

/** What is no media type at all is for the shape to tell. */
export function mediaKind({ document, findings }: Subject): void {
  for (const [index, media] of itemsIn(document, 'data').entries()) {
    const type = mediaSchema.shape.content_type.safeParse(textIn(media, 'content_type')).data;
    if (type === undefined || /^(video|image)\//i.test(type)) continue;
    findings.add({
      rule: 'meaning.media_kind',
      path: `data[${index}].content_type`,
      message: 'the media type is neither a video nor an image',
      expected: 'video/<subtype> or image/<subtype>',
      observed: type,
    });
  }
}
