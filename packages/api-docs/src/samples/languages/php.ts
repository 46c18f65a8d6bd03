import { phpStyle, writeLiteral } from '../literal.js';
import { camelName, joinSteps, type SampleLanguage, type SampleRequest, splitPath } from '../sample.js';

const helper = `<?php

function call(string $method, string $path, ?array $body = null, array $headers = []): mixed
{
    $curl = curl_init(getenv('BASE') . $path);
    curl_setopt_array($curl, [
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_USERPWD => getenv('KEY') . ':' . getenv('TOKEN'),
        CURLOPT_HTTPHEADER => ['content-type: application/json', ...$headers],
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 10,
    ]);
    if ($body !== null) {
        curl_setopt($curl, CURLOPT_POSTFIELDS, json_encode($body));
    }
    $text = curl_exec($curl);
    $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
    if ($text === false || $status >= 300) {
        throw new RuntimeException("$status $text");
    }
    return json_decode($text, true);
}`;

/** PHP 8 with its curl extension. */
export const php: SampleLanguage = {
  id: 'php',
  label: 'PHP',
  highlight: 'php',
  toStatements: (steps) =>
    joinSteps(steps, (step) => {
      if (step.kind === 'comment') return `// ${step.text}`;
      if (step.kind === 'assign') return `$${camelName(step.variable)} = '${step.value}';`;
      return `print_r(call(${writeArguments(step.request)}));`;
    }),
  toProgram: (statements) => `${helper}\n\n${statements}`,
};

const writeArguments = ({ method, path, headers, body }: SampleRequest): string => {
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  const extra = lines.length === 0 ? [] : [`headers: ${writeLiteral(lines, phpStyle)}`];
  const sent = body === undefined ? [] : [writeLiteral(body, phpStyle)];
  return [`'${method}'`, writeTemplate(path), ...sent, ...extra].join(', ');
};

const writeTemplate = (path: string): string => {
  const parts = splitPath(path);
  if (parts.length === 1) return `'${path}'`;
  return `"${parts.map((part, at) => (at % 2 === 0 ? part : `{$${camelName(part)}}`)).join('')}"`;
};
