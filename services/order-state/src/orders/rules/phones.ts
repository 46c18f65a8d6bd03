import { createHmac } from 'node:crypto';

export type PhoneHasher = (phone: string) => Buffer;

/**
 * Keyed hash of a phone number, by which an order is found, and which an erasure has on record without the number.
 * @param keyOf the key of the content hashes; a text that is hashed here can be no order's content
 */
export const createPhoneHasher =
  (keyOf: () => Buffer): PhoneHasher =>
  (phone) =>
    createHmac('sha256', keyOf()).update('phone\0').update(phone).digest();

/**
 * By what an order is found: its customer's number, or the number's last four digits, among the orders of its merchant.
 */
export type PhoneHashes = Record<'number' | 'lastFour', Buffer>;

/** A number is hashed by its last digits: with or without the country's code, the area's is the one before. */
const hashedDigits = 8;
/** Enough to find few others, which are sorted out by the number itself. */
const hashBytes = 8;

export const phoneHashesOf = (hashPhone: PhoneHasher, merchantId: string, phone: string): PhoneHashes => ({
  number: hashNumber(hashPhone, phone),
  lastFour: hashPhone(`last four ${merchantId} ${phone.slice(-4)}`).subarray(0, hashBytes),
});

// An erasure's hash of a whole number is of digits alone, so none of an order equals it.
const hashNumber = (hashPhone: PhoneHasher, phone: string): Buffer =>
  hashPhone(`number ${phone.slice(-hashedDigits)}`).subarray(0, hashBytes);

/** Hashes stored instead of a number: the first finds its orders, the second tells numbers with equal ends apart. */
export type KeptPhone = { number: Buffer; whole: Buffer };

export const keepPhone = (hashPhone: PhoneHasher, digits: string): KeptPhone => ({
  number: hashNumber(hashPhone, digits),
  whole: hashPhone(withoutZeros(digits)),
});

/** `isAsked` for a number of which hashes alone were kept. @param country absent: of any country */
export const isKept = (
  hashPhone: PhoneHasher,
  { number, whole }: KeptPhone,
  { phone, country }: { phone: string; country?: string },
): boolean =>
  hashNumber(hashPhone, phone).equals(number) &&
  listSpellings(phone, country).some((digits) => hashPhone(digits).equals(whole));

/** A search. `digits` as they were typed. */
export type AskedPhone = { by: keyof PhoneHashes; digits: string };

/** Blanks, brackets, dots, slashes and dashes, as people write them. */
const written = /^(?:tel:)?[+\d\s().\-/\u2010-\u2015]+$/iu;

/**
 * @returns `undefined`: the text is neither a number of 8 to 15 digits, or more with zeros before it, nor four digits
 * alone
 */
export const readPhone = (text: string): AskedPhone | undefined => {
  if (/^\d{4}$/.test(text)) return { by: 'lastFour', digits: text };
  const digits = text.replace(/\D/g, '');
  const { length } = withoutZeros(digits);
  if (!written.test(text) || digits.length < hashedDigits || length > 15) return undefined;
  return { by: 'number', digits };
};

/**
 * Whether the number of an order to that country is the one that was asked for: with or without the country's code, and
 * zeros before it.
 */
export const isAsked = (
  { by, digits }: AskedPhone,
  { phone, country }: { phone: string; country: string },
): boolean => {
  if (by === 'lastFour') return phone.endsWith(digits);
  return listSpellings(phone, country).includes(withoutZeros(digits));
};

/**
 * How a number may be asked for, without zeros before it: as it is, and its national number, alone and behind the
 * country's code, with a zero between or none.
 */
const listSpellings = (phone: string, country?: string): string[] => {
  const held = withoutZeros(phone);
  const isOf = (of: string): boolean => country === undefined || of === country.toUpperCase();
  const codes = new Set([...callingCodes].flatMap(([of, code]) => (isOf(of) ? [code] : [])));
  const others = [...codes].flatMap((code) => {
    const nationals = held.startsWith(code) ? [held, withoutZeros(held.slice(code.length))] : [held];
    return nationals
      .filter((national) => isNational(code, national))
      .flatMap((national) => [national, `${code}${national}`, `${code}0${national}`]);
  });
  return [held, ...others];
};

/**
 * Brazil's code is one of its area codes too: it is the country's only before or behind a whole number, with its area
 * code.
 */
const isNational = (code: string, digits: string): boolean => code !== '55' || /^\d{10,11}$/.test(digits);

const withoutZeros = (digits: string): string => digits.replace(/^0+/, '');

/** Country codes of ITU-T E.164, by country. */
const callingCodes: ReadonlyMap<string, string> = new Map(
  `
  AC247 AD376 AE971 AF93 AG1 AI1 AL355 AM374 AO244 AR54 AS1 AT43 AU61 AW297 AX358 AZ994 BA387 BB1 BD880 BE32 BF226 BG359
  BH973 BI257 BJ229 BL590 BM1 BN673 BO591 BQ599 BR55 BS1 BT975 BW267 BY375 BZ501 CA1 CC61 CD243 CF236 CG242 CH41 CI225
  CK682 CL56 CM237 CN86 CO57 CR506 CU53 CV238 CW599 CX61 CY357 CZ420 DE49 DJ253 DK45 DM1 DO1 DZ213 EC593 EE372 EG20
  EH212 ER291 ES34 ET251 FI358 FJ679 FK500 FM691 FO298 FR33 GA241 GB44 GD1 GE995 GF594 GG44 GH233 GI350 GL299 GM220
  GN224 GP590 GQ240 GR30 GT502 GU1 GW245 GY592 HK852 HN504 HR385 HT509 HU36 ID62 IE353 IL972 IM44 IN91 IO246 IQ964 IR98
  IS354 IT39 JE44 JM1 JO962 JP81 KE254 KG996 KH855 KI686 KM269 KN1 KP850 KR82 KW965 KY1 KZ7 LA856 LB961 LC1 LI423 LK94
  LR231 LS266 LT370 LU352 LV371 LY218 MA212 MC377 MD373 ME382 MF590 MG261 MH692 MK389 ML223 MM95 MN976 MO853 MP1 MQ596
  MR222 MS1 MT356 MU230 MV960 MW265 MX52 MY60 MZ258 NA264 NC687 NE227 NF672 NG234 NI505 NL31 NO47 NP977 NR674 NU683 NZ64
  OM968 PA507 PE51 PF689 PG675 PH63 PK92 PL48 PM508 PR1 PS970 PT351 PW680 PY595 QA974 RE262 RO40 RS381 RU7 RW250 SA966
  SB677 SC248 SD249 SE46 SG65 SH290 SI386 SJ47 SK421 SL232 SM378 SN221 SO252 SR597 SS211 ST239 SV503 SX1 SY963 SZ268
  TA290 TC1 TD235 TG228 TH66 TJ992 TK690 TL670 TM993 TN216 TO676 TR90 TT1 TV688 TW886 TZ255 UA380 UG256 US1 UY598 UZ998
  VA39 VC1 VE58 VG1 VI1 VN84 VU678 WF681 WS685 XK383 YE967 YT262 ZA27 ZM260 ZW263`
    .trim()
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), entry.slice(2)]),
);
