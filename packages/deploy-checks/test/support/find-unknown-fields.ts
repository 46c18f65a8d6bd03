import { join } from 'node:path';
import ts from 'typescript';
import { root } from './read-yaml.js';
import type { Manifest } from './render-overlay.js';
import { asLiteral, moduleOf } from './schemas.js';

/**
 * The JSON schemas accept unknown fields, and a misspelt field is the commonest fault of a manifest. The TypeScript types of
 * these packages do not: each manifest becomes an object literal of its type, and the compiler reports unknown fields.
 */
export const findUnknownFields = (manifests: readonly Manifest[]): string[] => {
  const path = join(root, 'packages/deploy-checks/test/manifests.generated.ts');
  const source = manifests
    .map((manifest, index) => {
      const type = `import(${JSON.stringify(moduleOf(manifest))}).I${manifest.kind}`;
      return `export const m${index}: ${type} = ${asLiteral(manifest)};`;
    })
    .join('\n');
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const fileExists = host.fileExists.bind(host);
  const getSourceFile = host.getSourceFile.bind(host);
  host.fileExists = (name) => name === path || fileExists(name);
  host.getSourceFile = (name, target) =>
    name === path ? ts.createSourceFile(name, source, target) : getSourceFile(name, target);
  const program = ts.createProgram([path], options, host);
  const file = program.getSourceFile(path);
  if (!file) throw new Error('nothing was compiled');
  const diagnostics = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  return diagnostics.map(({ messageText, start }) => {
    const line = source.slice(0, start ?? 0).split('export const m').length - 2;
    const at = manifests[line];
    return `${at?.kind ?? '?'} ${at?.metadata.name ?? '?'}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
};
