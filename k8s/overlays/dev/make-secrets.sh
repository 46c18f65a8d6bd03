#!/bin/sh
# Prints the services' Secrets with fresh random values:  ./make-secrets.sh | kubectl apply -f -
# Run it once: a new SECRETS_KEY cannot open what the old one sealed (docs/operations.md tells how to change it).
set -eu
internal_token=$(openssl rand -hex 24)
operator_token=$(openssl rand -hex 24)
simulator_token=$(openssl rand -hex 24)
secrets_key=$(openssl rand -base64 32)
rabbitmq_user() {
  password=$(openssl rand -hex 24)
  cat <<EOF
---
apiVersion: v1
kind: Secret
metadata: { name: rabbitmq-$1, namespace: delivery }
stringData:
  username: $1
  password: ${password}
  connection_string: amqp://$1:${password}@rabbitmq.delivery.svc:5672
EOF
}
database_password=$(openssl rand -hex 24)
cat <<EOF
apiVersion: v1
kind: Secret
metadata: { name: intake-api, namespace: delivery }
stringData:
  INTERNAL_TOKEN: ${internal_token}
---
apiVersion: v1
kind: Secret
metadata: { name: order-state, namespace: delivery }
stringData:
  INTERNAL_TOKEN: ${internal_token}
  OPERATOR_TOKEN: ${operator_token}
  SECRETS_KEY: ${secrets_key}
---
apiVersion: v1
kind: Secret
metadata: { name: courier-simulator, namespace: delivery }
stringData:
  SIMULATOR_TOKEN: ${simulator_token}
---
apiVersion: v1
kind: Secret
metadata: { name: webhook-dispatcher, namespace: delivery }
stringData:
  SECRETS_KEY: ${secrets_key}
---
apiVersion: v1
kind: Secret
type: kubernetes.io/basic-auth
metadata: { name: postgres-order-state, namespace: delivery, labels: { cnpg.io/reload: 'true' } }
stringData:
  username: order_state
  password: ${database_password}
  uri: postgres://order_state:${database_password}@postgres-rw.delivery.svc:5432/delivery
EOF
for user in intake-api order-state webhook-dispatcher keda; do rabbitmq_user "${user}"; done
