{{- define "galla.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "galla.selector" -}}
app.kubernetes.io/name: galla
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "galla.labels" -}}
{{ include "galla.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}
