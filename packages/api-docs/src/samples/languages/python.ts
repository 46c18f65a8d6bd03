import { pythonStyle, writeLiteral } from '../literal.js';
import { joinSteps, type SampleLanguage, type SampleRequest, snakeName, splitPath } from '../sample.js';

const helper = `import base64, json, os, urllib.error, urllib.request

CREDENTIALS = base64.b64encode(f"{os.environ['KEY']}:{os.environ['TOKEN']}".encode()).decode()


def call(method, path, body=None, headers={}):
    request = urllib.request.Request(
        os.environ["BASE"] + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"authorization": f"Basic {CREDENTIALS}", "content-type": "application/json", **headers},
    )
    try:
        with urllib.request.urlopen(request, timeout=10) as response:
            text = response.read()
    except urllib.error.HTTPError as error:
        raise SystemExit(f"{error.code} {error.read().decode()}")
    return json.loads(text) if text else None

`;

/** The standard library alone. */
export const python: SampleLanguage = {
  id: 'python',
  label: 'Python',
  highlight: 'python',
  toStatements: (steps) =>
    joinSteps(steps, (step) => {
      if (step.kind === 'comment') return `# ${step.text}`;
      if (step.kind === 'assign') return `${snakeName(step.variable)} = "${step.value}"`;
      return `print(call(${writeArguments(step.request)}))`;
    }),
  toProgram: (statements) => `${helper}\n${statements}`,
};

const writeArguments = ({ method, path, headers, body }: SampleRequest): string => {
  const extra = headers.length === 0 ? [] : [`headers=${writeLiteral(Object.fromEntries(headers), pythonStyle)}`];
  const sent = body === undefined ? [] : [writeLiteral(body, pythonStyle)];
  return [`"${method}"`, writeTemplate(path), ...sent, ...extra].join(', ');
};

const writeTemplate = (path: string): string => {
  const parts = splitPath(path);
  if (parts.length === 1) return `"${path}"`;
  return `f"${parts.map((part, at) => (at % 2 === 0 ? part : `{${snakeName(part)}}`)).join('')}"`;
};
