#!/bin/bash -p
# experience-layer's hook for Gemini CLI (BeforeAgent): its payload put into our words, the answer into its own.
#
# claude-code.sh does the work: kill switches, deadlines, both doors; like it, this exits 0 whatever
# happens. A quote within a JSON string is escaped, so what sed looks for can only be structure.
# The transcript's path stays behind: the nudge knows the form of Claude Code's alone.

exec 2>/dev/null
case $0 in */*) here=${0%/*} ;; *) here=. ;; esac

# By process substitution, which bash does not wait for: a client may leave our input open.
{
  bash -p "$here/claude-code.sh" |
    LC_ALL=C sed -e 's|"hookEventName": "UserPromptSubmit"|"hookEventName": "BeforeAgent"|' \
      -e 's|\("systemMessage": "[^"]*\) - /exp-[a-z]* /exp-falsepositive /exp-status|\1|'
} < <(LC_ALL=C sed -e 's|"hook_event_name" *: *"BeforeAgent"|"hook_event_name":"UserPromptSubmit"|' \
  -e 's|"transcript_path" *: *"|"gemini_transcript":"|')
exit 0
