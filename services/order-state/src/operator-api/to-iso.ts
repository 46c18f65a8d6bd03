export const toIso = (date: Date | null): string | null => date?.toISOString() ?? null;
