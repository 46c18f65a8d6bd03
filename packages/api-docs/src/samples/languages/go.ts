import { jsonStyle, writeLiteral } from '../literal.js';
import { camelName, indent, joinSteps, type SampleLanguage, type SampleRequest, splitPath } from '../sample.js';

const helper = `package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
	"time"
)

var client = http.Client{Timeout: 10 * time.Second}

func call(method, path, body string, headers ...string) string {
	request, err := http.NewRequest(method, os.Getenv("BASE")+path, strings.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	request.SetBasicAuth(os.Getenv("KEY"), os.Getenv("TOKEN"))
	request.Header.Set("content-type", "application/json")
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	response, err := client.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode >= 300 {
		log.Fatal(response.Status, " ", string(text), err)
	}
	return string(text)
}`;

/** The standard library alone; bodies as JSON text. */
export const go: SampleLanguage = {
  id: 'go',
  label: 'Go',
  highlight: 'go',
  toStatements: (steps) =>
    joinSteps(steps, (step) => {
      if (step.kind === 'comment') return `// ${step.text}`;
      if (step.kind === 'assign') return `${camelName(step.variable)} := "${step.value}"`;
      return `fmt.Println(call(${writeArguments(step.request)}))`;
    }),
  toProgram: (statements) => `${helper}\n\nfunc main() {\n${indent(statements, '\t')}\n}`,
};

const writeArguments = ({ method, path, headers, body }: SampleRequest): string => {
  const sent = body === undefined ? '""' : writeRaw(writeLiteral(body, jsonStyle));
  const extra = headers.flat().map((text) => JSON.stringify(text));
  return [`"${method}"`, writePath(path), sent, ...extra].join(', ');
};

/** A raw string has no escapes, and cannot hold its own quote. */
const writeRaw = (text: string): string => (text.includes('`') ? JSON.stringify(text) : `\`${text}\``);

const writePath = (path: string): string =>
  splitPath(path)
    .map((part, at) => (at % 2 === 0 ? `"${part}"` : camelName(part)))
    .filter((part) => part !== '""')
    .join('+');
