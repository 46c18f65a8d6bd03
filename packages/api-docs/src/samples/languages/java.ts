import { jsonStyle, writeLiteral } from '../literal.js';
import { camelName, indent, joinSteps, type SampleLanguage, type SampleRequest, splitPath } from '../sample.js';

const head = `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Base64;

public class Main {
    static final HttpClient client = HttpClient.newHttpClient();

    static String call(String method, String path, String body, String... headers) throws Exception {
        var credentials = System.getenv("KEY") + ":" + System.getenv("TOKEN");
        var request = HttpRequest.newBuilder(URI.create(System.getenv("BASE") + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .header("authorization", "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes()))
                .header("content-type", "application/json")
                .timeout(Duration.ofSeconds(10));
        if (headers.length > 0) request.headers(headers);
        var response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() >= 300) throw new RuntimeException(response.statusCode() + " " + response.body());
        return response.body();
    }

    public static void main(String[] args) throws Exception {
`;

/** Java 17, without a library; bodies as JSON text. */
export const java: SampleLanguage = {
  id: 'java',
  label: 'Java',
  highlight: 'java',
  toStatements: (steps) =>
    joinSteps(steps, (step) => {
      if (step.kind === 'comment') return `// ${step.text}`;
      if (step.kind === 'assign') return `var ${camelName(step.variable)} = "${step.value}";`;
      return `System.out.println(call(${writeArguments(step.request)}));`;
    }),
  toProgram: (statements) => `${head}${indent(statements, '        ')}\n    }\n}`,
};

const writeArguments = ({ method, path, headers, body }: SampleRequest): string => {
  const sent = body === undefined ? '""' : writeText(writeLiteral(body, jsonStyle));
  const extra = headers.flat().map((text) => JSON.stringify(text));
  return [`"${method}"`, writePath(path), sent, ...extra].join(', ');
};

const writeText = (text: string): string =>
  `"""\n${indent(text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"""'), '    ')}"""`;

const writePath = (path: string): string =>
  splitPath(path)
    .map((part, at) => (at % 2 === 0 ? `"${part}"` : camelName(part)))
    .filter((part) => part !== '""')
    .join(' + ');
