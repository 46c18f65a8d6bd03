import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, type BrotliOptions, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { Request } from 'express';
import type { Answer } from './answer.js';

/** Fewer bytes fit into one packet, however they are coded. Answers to creates and other changes stay below it. */
const compressedMinBytes = 1024;

type Coding = 'br' | 'gzip';

/** The denser coding that the client accepts. `undefined`: it accepts none. */
export const codingFor = (request: Request): Coding | undefined =>
  (['br', 'gzip'] as const).find((coding) => request.acceptsEncodings(coding) === coding);

/** Quality 3 takes half of gzip's CPU for the same size. Higher ones take milliseconds for a page of a list. */
const brotliOptions: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];

const compress: Readonly<Record<Coding, (body: string | Buffer) => Promise<Buffer>>> = {
  br: (body) => toBrotli(body, brotliOptions),
  gzip: (body) => toGzip(body),
};

/** Each piece leaves when it is made, so that a long export is not taken for a silent connection. */
const compressors = {
  br: () => createBrotliCompress({ ...brotliOptions, flush: constants.BROTLI_OPERATION_FLUSH }),
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH }),
};

/** Whether the answer depends on the codings that the client accepts. Published files choose theirs themselves. */
export const isCompressible = ({ body, stream, headers }: Answer): boolean =>
  (stream !== undefined || (body !== undefined && body.length >= compressedMinBytes)) &&
  headers?.['vary']?.includes('accept-encoding') !== true;

/** The answer in a coding that the client accepts, made beside the thread that answers. Its tag becomes a weak one. */
export const compressAnswer = async (request: Request, answer: Answer): Promise<Answer> => {
  const { body, stream } = answer;
  const { etag, vary, ...others } = answer.headers ?? {};
  const coding = codingFor(request);
  const headers = {
    ...others,
    vary: [vary, 'accept-encoding'].filter(Boolean).join(', '),
    ...(etag !== undefined && { etag: coding ? `W/${etag}` : etag }),
    ...(coding && { 'content-encoding': coding }),
  };
  if (coding === undefined) return { ...answer, headers };
  if (stream) return { ...answer, headers, stream: compressPieces(stream, coding) };
  return { ...answer, headers, body: body && (await compress[coding](body)) };
};

/** Begins with its first reader: a HEAD has none. */
const compressPieces = async function* (stream: NonNullable<Answer['stream']>, coding: Coding) {
  // Without a callback an error would be thrown; the reader gets it, too.
  yield* pipeline(Readable.from(stream), compressors[coding](), () => undefined);
};
